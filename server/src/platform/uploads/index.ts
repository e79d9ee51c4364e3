/** Uploaded files from untrusted senders, made safe to store and to show. */

export { createUploads } from './create-uploads.ts'
export { cleanName } from './names.ts'
export { scannerFinding } from './scanner-finding.ts'
export type { ImageFacts, InspectedUpload, Uploads } from './types.ts'
export { MEGABYTES, maximumBytes } from './types.ts'
