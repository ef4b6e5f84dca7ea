import type { NewInquiry } from "../../../server/store/inquiry-types.ts";

export function newInquiry(given: Partial<NewInquiry> = {}): NewInquiry {
  return {
    email: "ada@example.com",
    message: "Could you build a loom?",
    name: null,
    telegram: null,
    serviceId: null,
    state: "received",
    origin: null,
    idempotency: null,
    quotas: [],
    ...given,
  };
}
