#!/bin/sh
# Double-click on a Mac (or run it on Linux): opens the desk in the browser. What it does is in start.py, beside it;
# here a Python that is new enough (3.11 brought tomllib) is looked for.
here="$(cd "$(dirname "$0")" && pwd -P)" || exit 1
PATH="$PATH:/opt/homebrew/bin:/usr/local/bin:$HOME/.local/bin:/Library/Frameworks/Python.framework/Versions/Current/bin"

old=""
for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
  command -v "$name" >/dev/null 2>&1 || continue
  if "$name" -I -c 'import tomllib' >/dev/null 2>&1; then
    "$name" -I "$here/start.py" "$@" && exit
    echo "Press Enter to close this window."
    read -r _
    exit 1
  fi
  old="$("$name" --version 2>&1)"
done
if command -v uv >/dev/null 2>&1; then
  uv run --no-project --python '>=3.11' python -I "$here/start.py" "$@" && exit
else
  echo "Fairdeal needs Python 3.11 or newer${old:+; found was $old}."
  echo "Install it from https://www.python.org/downloads/, then double-click again."
fi
echo "Press Enter to close this window."
read -r _
exit 1
