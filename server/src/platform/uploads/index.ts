/** What a stranger sends, made safe to keep and to show. */
export { createUploads } from './create-uploads.ts'
export { cleanName } from './names.ts'
export type { ImageFacts, InspectedUpload, Uploads } from './types.ts'
export { MEGABYTES, maximumBytes } from './types.ts'
