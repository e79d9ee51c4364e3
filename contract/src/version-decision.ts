/** Versions decided by two officers: the officers, the reason, and the status of each version. */
import * as z from 'zod'

/** Maker and checker, by e-mail. */
export const VersionDecision = z.object({ at: z.iso.datetime(), maker: z.string(), checker: z.string(), reason: z.string() })

/** `replaced`: a later version came before it began. */
export const VERSION_STATES = ['past', 'in_force', 'coming', 'replaced'] as const
export type VersionState = (typeof VERSION_STATES)[number]

/** Whole numbers, in the unit of each. */
export const VersionNumbers = z.record(z.string().max(40), z.string().regex(/^(0|[1-9]\d{0,14})$/))
