/** Who decided a version that two officers agree on, and why. */
import * as z from 'zod'

/** Both by e-mail. */
export const VersionDecision = z.object({ at: z.iso.datetime(), maker: z.string(), checker: z.string(), reason: z.string() })
