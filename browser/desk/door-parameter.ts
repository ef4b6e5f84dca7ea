/** The name of the door's value in an address of the desk. */
const DOOR = "door=";

export interface DoorQuery {
  /** The query without the door's value: "" or `?…`. */
  readonly search: string;
  /** null: the address has none. */
  readonly door: string | null;
}

/** Takes the door's value out of an address's query, and leaves the rest as it is. */
export function takeDoor(search: string): DoorQuery {
  const parts = search.slice(1).split("&");
  const rest = parts.filter((part) => !part.startsWith(DOOR)).join("&");
  const door = parts.find((part) => part.startsWith(DOOR))?.slice(DOOR.length) ?? null;
  return { search: rest === "" ? "" : `?${rest}`, door };
}

/** Adds the door's value to a query that has none. */
export function putDoor(search: string, door: string): string {
  return `${search === "" ? "?" : `${search}&`}${DOOR}${door}`;
}
