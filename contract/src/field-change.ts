/** One changed field, as officers see it. */
import * as z from 'zod'

/** Null where it had no value. */
export const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
