/** Files that come in pieces, over connections that break: whichever process is asked goes on where another stopped. */
export { createPartialUploads } from './create-partial-uploads.ts'
export type { PartialUpload, PartialUploads } from './types.ts'
