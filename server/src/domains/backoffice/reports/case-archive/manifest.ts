/** Manifest of a case archive: every file with its hash, the exporting officer and reason, and the head of the audit trail. */
import * as z from 'zod'

export const MANIFEST_NAME = 'manifest.json'
export const SIGNATURE_NAME = 'manifest.sig'
export const FORMAT = 'tunjo.case-archive.v1'
/** About a hundred characters for each of a thousand files. */
export const MANIFEST_BYTES_MAX = 4 * 1_048_576

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Recorded in the audit trail too, with the hash of this file. */
  exportId: z.uuid(),
  at: z.iso.datetime(),
  person: z.strictObject({ id: z.uuid(), email: z.string(), name: z.string().nullable() }),
  exportedBy: z.strictObject({ id: z.uuid(), email: z.string() }),
  reason: z.string(),
  audit: z.strictObject({
    /** The newest sealed entry of the trail when the data were read. */
    seal: z.strictObject({ seq: z.int(), hash: z.string() }),
    /** The newest head that was signed and published. */
    head: z
      .strictObject({
        seq: z.int(),
        hash: z.string(),
        entries: z.int(),
        signedAt: z.string(),
        publicKey: z.string(),
        signature: z.string(),
      })
      .nullable(),
  }),
  /** Parts that the exporter's role does not show; the same for every person. */
  leftOut: z.array(z.string()),
  /** Parts with only the newest entries. */
  shortened: z.array(z.strictObject({ part: z.string(), entries: z.int() })),
  /** Documents of the case file that could not be opened. */
  unavailable: z.array(z.strictObject({ document: z.string(), why: z.enum(['missing', 'altered']) })),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** SPKI in base64url of the key that signed this file. The file itself cannot prove that the key is the platform's. */
  publicKey: z.string(),
})
export type Manifest = z.output<typeof Manifest>
