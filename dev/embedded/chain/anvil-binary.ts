/** Find the anvil executable that npm installed. Install scripts are off, so the wrapper package is never used. */
import { accessSync, chmodSync, constants, copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

const PLATFORM_PACKAGES: Record<string, string> = {
  'darwin-arm64': 'anvil-darwin-arm64',
  'darwin-x64': 'anvil-darwin-amd64',
  'linux-arm64': 'anvil-linux-arm64',
  'linux-x64': 'anvil-linux-amd64',
  'win32-x64': 'anvil-win32-amd64',
}

/** Path of an executable anvil; a copy goes to `copyDir` when the package's own file cannot be made executable. */
export function anvilBinary(copyDir: string): string {
  const platform = `${process.platform}-${process.arch}`
  const packageName = PLATFORM_PACKAGES[platform]
  if (!packageName) throw new Error(`the embedded chain has no binary for ${platform}: set CHAIN_RPC_URL to a node of your own`)
  const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const installed = createRequire(require.resolve('@foundry-rs/anvil/package.json')).resolve(`@foundry-rs/${packageName}/bin/${fileName}`)
  if (isExecutable(installed)) return installed
  try {
    chmodSync(installed, 0o755)
    return installed
  } catch {
    // A read-only node_modules that lost its mode bits: run a copy.
    mkdirSync(copyDir, { recursive: true })
    const copy = join(copyDir, fileName)
    copyFileSync(installed, copy)
    chmodSync(copy, 0o755)
    return copy
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
