/** One field that changed, as an officer reads it. */
import * as z from 'zod'

/** Null where it had no value. */
export const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
