@echo off
rem Double-click on Windows: opens the desk in the browser. What it does is in start.py, beside it; here a Python
rem that is new enough (3.11 brought tomllib) is looked for.
setlocal
set "found="
for %%v in (3.14 3.13 3.12 3.11 3) do call :try py -%%v
for %%n in (python python3) do call :try %%n
if defined found goto start
set "found=uv run --no-project --python 3.12 python"
uv --version >nul 2>nul
if not errorlevel 1 goto start
echo Fairdeal needs Python 3.11 or newer, which was not found.
echo Install it from https://www.python.org/downloads/, then double-click again.
pause
exit /b 1

:start
%found% -I "%~dp0start.py" %*
if errorlevel 1 pause
exit /b

:try
if defined found exit /b
%* -I -c "import tomllib" >nul 2>nul
if not errorlevel 1 set "found=%*"
exit /b
