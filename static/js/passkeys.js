// @ts-check
// Passkeys: hands the server's question to the device, and its answer to the form.

/** @param {PageForm} form */
async function optionsOf(form) {
  const written = document.getElementById("passkey-options");
  if (written) return JSON.parse(written.textContent);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).request_options.publicKey;
}

/** @param {PageForm} form */
async function ask(form) {
  const options = await optionsOf(form);
  if (form.dataset.passkey === "create") {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials.get({ publicKey });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const said = form.querySelector("[data-passkey-said]");
  const button = form.querySelector("[type=submit]");
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    button.disabled = true;
    said.textContent = said.dataset.missing;
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = "";
    try {
      form.elements.credential.value = JSON.stringify(await ask(form));
      form.submit();
    } catch {
      // Cancelled, timed out, or no such passkey: browsers do not tell which.
      button.disabled = false;
      said.textContent = said.dataset.failed;
    }
  });
}
