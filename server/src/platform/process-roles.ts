/**
 * The roles that a process of the product may have (`--roles`). `web` takes calls from outside, `core` answers them; a process with both needs no way
 * between them.
 */
export const PROCESS_ROLES = ['web', 'core', 'worker', 'signer', 'scheduler'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]
