/**
 * Software bill of materials of the package (CycloneDX): what npm says about the lock file, reduced to the packages that production has.
 * `npm sbom --omit dev` leaves out every package that a workspace also has as a development dependency, such as zod and sharp.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Sbom {
  readonly metadata: { readonly component: Record<string, unknown> }
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface SbomGiven {
  readonly root: string
  readonly workspaces: readonly string[]
  readonly isLeftOut: (name: string) => boolean
}

export function readSbom({ root, workspaces, isLeftOut }: SbomGiven): string {
  const document = askNpm(root)
  const direct = workspaces.flatMap((workspace) => {
    const { dependencies } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
    return Object.entries<string>(dependencies).map(([name, version]) => `${name}@${version}`)
  })
  const kept = reachable(document, direct, isLeftOut)
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = String(document.metadata.component['bom-ref'])
  const reduced = {
    ...document,
    // npm writes the name of the folder.
    metadata: { ...document.metadata, component: { ...document.metadata.component, name } },
    components: document.components
      .filter((component) => kept.has(component['bom-ref']))
      .map((component) => ({ ...component, scope: 'required' })),
    dependencies: [
      { ref: own, dependsOn: direct.filter((ref) => kept.has(ref)) },
      ...document.dependencies
        .filter(({ ref }) => kept.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
    ],
  }
  return `${JSON.stringify(reduced, null, 2)}\n`
}

function askNpm(root: string): Sbom {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout)
}

function reachable({ dependencies }: Sbom, from: readonly string[], isLeftOut: (name: string) => boolean): Set<string> {
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const kept = new Set<string>()
  const visit = (ref: string) => {
    if (kept.has(ref) || isLeftOut(ref.slice(0, ref.lastIndexOf('@')))) return
    kept.add(ref)
    for (const next of needs.get(ref) ?? []) visit(next)
  }
  for (const ref of from) visit(ref)
  return kept
}
