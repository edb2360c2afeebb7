#!/bin/sh
# Double-click on a Mac (or run it on Linux): opens the desk in the browser. The first time it installs Fairdeal
# from the folder above.
here="$(cd "$(dirname "$0")/.." && pwd -P)" || exit 1
PATH="$PATH:$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin"

if ! command -v fairdeal >/dev/null 2>&1; then
  echo "Installing Fairdeal. This takes a minute or two, only once."
  if command -v uv >/dev/null 2>&1; then
    uv tool install "$here"
  else
    python3 -m venv "$HOME/.local/share/fairdeal" &&
      "$HOME/.local/share/fairdeal/bin/python" -m pip install "$here" &&
      mkdir -p "$HOME/.local/bin" &&
      ln -sf "$HOME/.local/share/fairdeal/bin/fairdeal" "$HOME/.local/bin/fairdeal"
  fi || {
    echo "Fairdeal could not be installed (see above). Install Python 3.11 or newer, then double-click again."
    read -r _
    exit 1
  }
fi

echo "Keep this window open while you use the desk. To stop, close it."
cd "$HOME" && exec fairdeal desk
