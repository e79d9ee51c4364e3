/** Copy of the installed packages that the built product imports, with all that they need, in the layout that npm installed. */
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>
}

interface CopyPackages {
  readonly root: string
  /** Folder that gets `node_modules`. */
  readonly target: string
  /** Workspaces whose packages are copied, as paths below the root. */
  readonly workspaces: readonly string[]
  readonly isLeftOut: (name: string) => boolean
  /** Links instead of copies where the disk is the same: for tests. */
  readonly withLinks: boolean
}

/** Returns the names of the copied packages. */
export function copyPackages({ root, target, workspaces, isLeftOut, withLinks }: CopyPackages): string[] {
  const found = new Map<string, string>()
  const visit = (folder: string) => {
    for (const { name, isOptional } of neededBy(readManifest(folder))) {
      if (isLeftOut(name)) continue
      const place = placeOf(name, folder, root)
      if (place === null && isOptional) continue
      if (place === null) throw new Error(`The package ${name}, which ${relative(root, folder)} needs, is not installed: run "npm ci".`)
      if (found.has(place)) continue
      // The bundled sources are in one folder, which finds only what npm installed at the top.
      if (workspaces.some((workspace) => place.startsWith(join(root, workspace))))
        throw new Error(`The package ${name} is installed below ${relative(root, place)}, where the built package does not find it.`)
      found.set(place, name)
      visit(place)
    }
  }
  for (const workspace of workspaces) visit(join(root, workspace))
  for (const place of found.keys()) copyPackage(place, join(target, relative(root, place)), withLinks)
  return [...new Set(found.values())]
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function neededBy(manifest: Manifest): { name: string; isOptional: boolean }[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const optional = Object.keys(optionalDependencies)
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...new Set([...Object.keys(dependencies), ...peers, ...optional])].map((name) => ({ name, isOptional: optional.includes(name) }))
}

/** Folder of a package as Node finds it from another one. */
function placeOf(name: string, from: string, root: string): string | null {
  for (let folder = from; folder.startsWith(root.replace(/\/$/, '')); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return null
}

function copyPackage(from: string, to: string, withLinks: boolean): void {
  if (!withLinks) {
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !relative(from, path).split('/').includes('node_modules'),
    })
    return
  }
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory()) copyPackage(join(from, entry.name), join(to, entry.name), true)
    else linkOrCopy(join(from, entry.name), join(to, entry.name))
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
