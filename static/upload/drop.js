// The drop zone: sends dropped files to the server one by one and tells the page when all have arrived.
// Texts come from the page in its language; nothing of a file or its name is ever read as HTML.
export default function ({ parentElement, data, setTriggerValue }) {
  const zone = parentElement.querySelector(".drop");
  const find = (name) => zone.querySelector("." + name);
  const input = find("input");
  const texts = data.texts;
  find("title").textContent = texts.title;
  find("hint").textContent = texts.hint;
  find("choose").textContent = texts.choose;
  find("stop").textContent = texts.stop;
  input.setAttribute("aria-label", texts.title);
  if (zone.running) return;

  const say = (sentence, bad) => {
    find("said").textContent = sentence;
    find("said").classList.toggle("bad", Boolean(bad));
  };
  const show = (share) => {
    find("bar").style.width = `${Math.round(100 * share)}%`;
  };

  const put = (file, done, total) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      zone.request = request;
      request.open("PUT", `api/staging/${data.token}?name=${encodeURIComponent(file.name)}`);
      request.upload.onprogress = (event) => show((done + event.loaded) / Math.max(total, 1));
      request.onload = () => {
        if (request.status === 200) return resolve();
        let sentence = texts.failed;
        try {
          sentence = JSON.parse(request.responseText)[data.language] || sentence;
        } catch {
          // the answer was not ours, so the plain sentence stands
        }
        reject(new Error(sentence));
      };
      request.onerror = () => reject(new Error(texts.failed));
      request.onabort = () => reject(new Error(texts.stopped));
      request.send(file);
    });

  const send = async (files) => {
    if (!files.length || zone.running) return;
    zone.running = true;
    zone.classList.add("busy");
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let done = 0;
    try {
      for (const file of files) {
        say(texts.sending.replace("{name}", file.name));
        await put(file, done, total);
        done += file.size;
      }
      say("");
      setTriggerValue("dropped", data.token);
    } catch (error) {
      say(error.message, true);
    }
    show(0);
    zone.running = false;
    zone.classList.remove("busy");
    input.value = "";
  };

  input.onchange = () => send([...input.files]);
  find("stop").onclick = () => zone.request && zone.request.abort();
  find("choose").onclick = () => input.click();
  zone.ondragover = (event) => {
    event.preventDefault();
    zone.classList.add("over");
  };
  zone.ondragleave = () => zone.classList.remove("over");
  zone.ondrop = (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    send([...event.dataTransfer.files]);
  };
}
