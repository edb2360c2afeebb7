@echo off
rem Double-click on Windows: opens the desk in the browser. The first time it installs Fairdeal from the folder above.
setlocal
set "here=%~dp0.."
set "PATH=%PATH%;%USERPROFILE%\.local\bin"
cd /d "%USERPROFILE%"

where fairdeal >nul 2>nul && goto desk
echo Installing Fairdeal. This takes a minute or two, only once.
where uv >nul 2>nul && goto with_uv
py -3 -m venv "%USERPROFILE%\.local\fairdeal" || goto failed
"%USERPROFILE%\.local\fairdeal\Scripts\python.exe" -m pip install "%here%" || goto failed
if not exist "%USERPROFILE%\.local\bin" mkdir "%USERPROFILE%\.local\bin"
copy /y "%USERPROFILE%\.local\fairdeal\Scripts\fairdeal.exe" "%USERPROFILE%\.local\bin\fairdeal.exe" >nul || goto failed
goto desk

:with_uv
uv tool install "%here%" || goto failed

:desk
echo Keep this window open while you use the desk. To stop, close it.
fairdeal desk
if errorlevel 1 pause
exit /b

:failed
echo Fairdeal could not be installed (see above). Install Python 3.11 or newer, then double-click again.
pause
exit /b 1
