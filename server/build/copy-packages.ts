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
      found.set(place, name)
      visit(place)
    }
  }
  for (const workspace of workspaces) visit(join(root, workspace))
  const destinations = destinationsOf([...found.keys()], { root, workspaces })
  for (const [destination, place] of destinations) copyPackage(place, join(target, destination), withLinks)
  return [...new Set(found.values())]
}

/**
 * Paths in the built package, with the folder of each. The bundled sources are in one folder, which finds only packages at the top: what npm
 * installed below a workspace, since tools need another version, moves there.
 * @throws Error when the product itself needs both versions
 */
function destinationsOf(places: readonly string[], { root, workspaces }: Pick<CopyPackages, 'root' | 'workspaces'>): Map<string, string> {
  const destinations = new Map<string, string>()
  for (const place of places) {
    const workspace = workspaces.find((one) => place.startsWith(join(root, one, 'node_modules')))
    const destination = relative(join(root, workspace ?? ''), place)
    const other = destinations.get(destination)
    if (other) throw new Error(`Two versions of a package would have one place: ${relative(root, place)} and ${relative(root, other)}.`)
    destinations.set(destination, place)
  }
  return destinations
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
