// The camera within the page. Browsers give it to pages over HTTPS and on the machine itself only; everywhere else the
// field for a file opens the phone's own camera, and all of this is left out.
"use strict";

const form = document.querySelector("[data-photo]");
const field = form.elements.photo;
const busy = document.querySelector("[data-busy]");

form.addEventListener("submit", () => {
  busy.textContent = form.dataset.busyWords;
  form.querySelector("[data-send]").disabled = true;
});
window.addEventListener("pageshow", () => {
  busy.textContent = "";
  form.querySelector("[data-send]").disabled = false;
});
// A photo that was taken is looked at without another tap.
field.addEventListener("change", () => field.files.length && form.requestSubmit());

const camera = async () => {
  const video = document.querySelector("[data-video]");
  video.srcObject = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 4096 }, height: { ideal: 3072 } },
  });
  await video.play();
  document.querySelector("[data-camera]").hidden = false;
  document.querySelector("[data-shoot]").addEventListener("click", async () => {
    const still = document.createElement("canvas");
    still.width = video.videoWidth;
    still.height = video.videoHeight;
    still.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((done) => still.toBlob(done, "image/jpeg", 0.93));
    const chosen = new DataTransfer();
    chosen.items.add(new File([blob], "photo.jpg", { type: "image/jpeg" }));
    field.files = chosen.files;
    form.requestSubmit();
  });
};
if (window.isSecureContext && navigator.mediaDevices) camera().catch(() => {});
