/** The roles that a process of the product may have (`--roles`). */
export const PROCESS_ROLES = ['web', 'worker', 'signer', 'scheduler'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]
