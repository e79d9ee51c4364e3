/** Resumable uploads: files arrive in pieces over unreliable connections, and any process continues where another stopped. */
export { createPartialUploads } from './create-partial-uploads.ts'
export type { PartialUpload, PartialUploads } from './types.ts'
