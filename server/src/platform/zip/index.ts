/** Archives that can be verified to the byte. */
export { checksum } from './format.ts'
export { printable, type ReadMember, readMember, readZip } from './read-zip.ts'
export { type MemberToWrite, sizeOfZip, writeZip } from './write-zip.ts'
