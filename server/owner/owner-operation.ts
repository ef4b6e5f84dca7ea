import { z } from "zod";
import type { Store } from "../store/store.ts";

/** Rights that an operation needs. */
export type OwnerScope = "read" | "moderate";

export interface OwnerContext {
  readonly store: Store;
}

/**
 * An action of the owner, available to every front end. Input is plain text. The operation itself
 * produces HTML and hashes, so no caller can store its own.
 */
export interface OwnerOperation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** Stable; used in paths and keys. */
  readonly name: string;
  readonly scope: OwnerScope;
  readonly input: Input;
  readonly output: Output;
  run(context: OwnerContext, input: z.output<Input>): Promise<z.output<Output>>;
}

/** Runs an operation in this process. */
export type Owner = <Input extends z.ZodType, Output extends z.ZodType>(
  operation: OwnerOperation<Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output>>;

/** An operation that cannot be carried out. `hint` says what to do instead. */
export class OwnerError extends Error {
  override readonly name = "OwnerError";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Infers an operation's types from its schemas. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: OwnerOperation<Input, Output>,
): OwnerOperation<Input, Output> {
  return operation;
}

/** A call throws OwnerError before doing anything if its input is invalid. */
export function createOwner(context: OwnerContext): Owner {
  return async ({ name, input: schema, run }, input) => {
    const parsed = schema.safeParse(input);
    if (!parsed.success) throw new OwnerError(`${name} cannot be done`, z.prettifyError(parsed.error).replaceAll("\n", " "));
    return run(context, parsed.data);
  };
}
