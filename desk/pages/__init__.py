"""The desk's pages: what a committee member opens in the browser.

`app.create_app` puts them together. Every page works as plain forms; scripts only make it quicker.
"""
