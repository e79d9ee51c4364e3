/** Values of list filters as the specification sends them: -1 or the empty text selects all, numbers may be text (API-01). */
import * as z from 'zod'

/** Selects all. */
export const any = z.codec(z.union([z.literal(-1), z.literal('-1'), z.literal('')]).meta({ enum: [-1, '-1', ''] }), z.literal(-1), {
  decode: () => -1 as const,
  encode: (value) => value,
})

export const choice = <const V extends readonly [string, ...string[]]>(values: V) => z.union([any, z.enum(values)]).default(-1)

/** A whole number, also as text. */
export const wholeNumber = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
  z.codec(z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).meta({ type: 'integer' }), z.int().min(minimum).max(maximum), {
    decode: Number,
    encode: (value) => value,
  })

/** Longest text of a filter: an e-mail address. The field of a list takes as much, so that nothing pasted is cut. */
export const FILTER_TEXT_MAX = 254

/** A text to search for; empty for all. */
export const searchText = (maximum: number) =>
  z
    .codec(z.union([z.literal(-1), z.string().trim().max(maximum)]), z.string(), {
      decode: (value) => (value === -1 || value === '-1' ? '' : value),
      encode: (value) => value,
    })
    .default('')
