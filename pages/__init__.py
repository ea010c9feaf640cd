"""The screen: everything that talks to Streamlit, one module a tab."""
