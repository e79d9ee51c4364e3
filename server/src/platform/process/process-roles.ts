/**
 * Roles of a process of the product (`--roles`). `web` takes calls from outside, `core` answers them; a process with both needs no
 * connection between them.
 */
export const PROCESS_ROLES = ['web', 'core', 'worker', 'signer', 'scheduler'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]
