/** An operator's command that does nothing: its message is one sentence with what to do, and the command ends with 1. */
export class CommandRefused extends Error {}
