/** Told by its shape and not by its class, so that a page without calls need not load the client to know one. */
import type { CallFailed } from '@tunjo/contract/client'

export const isCallFailed = (error: unknown): error is CallFailed => error instanceof Error && 'status' in error && 'problem' in error
