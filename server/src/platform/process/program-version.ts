/** Version of the product, as its API document and its backups give it. */
export const PROGRAM_VERSION = '0.1.0'
