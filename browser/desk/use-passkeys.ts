/**
 * Passkeys in the desk's forms. The server writes the options into the form, and the browser's
 * answer goes back in a field, so that every request is a page request.
 */

const CANCELLED = "The passkey was not used. Try again.";
const PRESENT = "This device already has a passkey for the desk.";
const MISSING = "This browser does not support passkeys here.";

/** Shows and activates the passkey buttons of all forms. */
export function usePasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    const button = form.querySelector<HTMLButtonElement>("[data-press]");
    const problem = form.querySelector<HTMLElement>("[data-problem]");
    if (button === null || problem === null) continue;
    const tell = (text: string): void => {
      problem.textContent = text;
      problem.hidden = text === "";
    };
    button.hidden = false;
    button.addEventListener("click", (event) => {
      // The form is not sent until it has the passkey's answer.
      event.preventDefault();
      if (!form.reportValidity()) return;
      button.disabled = true;
      tell("");
      ask(form).then(
        (answer) => {
          const field = form.querySelector<HTMLInputElement>("[data-answer]");
          if (field !== null) field.value = answer;
          form.requestSubmit();
        },
        (error: unknown) => {
          button.disabled = false;
          tell(explain(error));
        },
      );
    });
    // A page from the browser's back-forward cache has a challenge that has already been used.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  }
}

function explain(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return PRESENT;
  return name === "NotSupportedError" || name === "SecurityError" || name === "TypeError" ? MISSING : CANCELLED;
}

async function ask({ dataset }: HTMLFormElement): Promise<string> {
  const options: unknown = JSON.parse(dataset.options ?? "{}");
  const credential =
    dataset.passkey === "create"
      ? await navigator.credentials.create({ publicKey: toCreation(options as PublicKeyCredentialCreationOptionsJSON) })
      : await navigator.credentials.get({ publicKey: toRequest(options as PublicKeyCredentialRequestOptionsJSON) });
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("no passkey");
  return JSON.stringify(typeof credential.toJSON === "function" ? credential.toJSON() : toJson(credential));
}

function toCreation(options: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function")
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  // Safari before 18.4.
  const { challenge, user, excludeCredentials, ...rest } = options;
  return {
    ...(rest as unknown as Omit<PublicKeyCredentialCreationOptions, "challenge" | "user">),
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: toDescriptors(excludeCredentials),
  };
}

function toRequest(options: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function")
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { challenge, allowCredentials, ...rest } = options;
  return {
    ...(rest as unknown as Omit<PublicKeyCredentialRequestOptions, "challenge">),
    challenge: toBytes(challenge),
    allowCredentials: toDescriptors(allowCredentials),
  };
}

function toDescriptors(all: readonly { readonly id: string }[] = []): PublicKeyCredentialDescriptor[] {
  return all.map(({ id }) => ({ id: toBytes(id), type: "public-key" }));
}

/** Substitute for `toJSON` in older browsers, with only the members that the server reads. */
function toJson({ id, rawId, response }: PublicKeyCredential): object {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;
  const bytes = response as unknown as Readonly<Partial<Record<(typeof parts)[number], ArrayBuffer | null>>>;
  const encoded = parts.flatMap((part) => {
    const value = bytes[part];
    return value == null ? [] : [[part, toText(value)]];
  });
  return { id, rawId: toText(rawId), type: "public-key", response: Object.fromEntries(encoded), clientExtensionResults: {} };
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
