// @ts-check
// Passkeys: hands the server's question to the device, and its answer to the form.

const bytes = (/** @type {string} */ text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
};

const text = (/** @type {ArrayBuffer} */ buffer) => {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** @param {{id: string, type: "public-key"}[]} [list] */
const withIds = (list) => (list ?? []).map((each) => ({ ...each, id: bytes(each.id) }));

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
  options.challenge = bytes(options.challenge);
  if (form.dataset.passkey === "create") {
    options.user.id = bytes(options.user.id);
    options.excludeCredentials = withIds(options.excludeCredentials);
    return navigator.credentials.create({ publicKey: options });
  }
  options.allowCredentials = withIds(options.allowCredentials);
  return navigator.credentials.get({ publicKey: options });
}

/** @param {PublicKeyCredential} credential */
function written(credential) {
  /** @type {Record<string, string>} */
  const response = {};
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = /** @type {AuthenticatorResponse & Record<string, ArrayBuffer>} */ (credential.response);
  for (const name of names) {
    if (parts[name]) response[name] = text(parts[name]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const said = form.querySelector("[data-passkey-said]");
  const button = form.querySelector("[type=submit]");
  if (!window.PublicKeyCredential) {
    button.disabled = true;
    said.textContent = said.dataset.missing;
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = "";
    try {
      form.elements.credential.value = written(/** @type {PublicKeyCredential} */ (await ask(form)));
      form.submit();
    } catch {
      // Cancelled, timed out, or no such passkey: browsers do not tell which.
      button.disabled = false;
      said.textContent = said.dataset.failed;
    }
  });
}
