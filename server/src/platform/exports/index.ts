/**
 * Large exports of officers' lists as jobs: written from one snapshot in pieces that are sealed with the officer's key, kept for a day, and
 * downloadable only by the officer who requested them. Requests and downloads are in the audit trail.
 */
export { createExports } from './create-exports.ts'
export { sheetOf } from './sheet.ts'
export type { Asking, Exports, Sheet } from './types.ts'
