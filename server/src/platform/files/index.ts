/** Customers' files at rest and on screen. Content comes from platform/uploads, which inspects it. */
export { localFolder } from './backend.ts'
export { createFiles } from './create-files.ts'
export { folderFinding } from './folder-finding.ts'
export { createFreeSpace } from './free-space.ts'
export { scheduleFileHousekeeping } from './housekeeping.ts'
export { fileRoutes } from './routes.ts'
export { ERASED_NAME, type Files, type FileToStore, type FileView, type StoredFile, type WriteFile } from './types.ts'
export { verifyFiles } from './verify-files.ts'
