/** Copy of the documents and files for operators into the package: every link leads to a copied file, or is text. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const DOCUMENTS = ['install', 'operations', 'settings', 'monitoring', 'metrics', 'runbooks', 'bank-statement'].map(
  (name) => `docs/${name}.md`,
)
/** Files that docs/install.md names. The image and its Compose file are built from the sources. */
const FOLDERS = ['deploy/env', 'deploy/kubernetes', 'deploy/monitoring', 'deploy/postgres', 'deploy/proxy', 'deploy/systemd']
const LINK = /\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g
const DECISION = /^docs\/decisions\/[^/]+\.md$/

/** Paths below the root, with `/`. */
export function copyDocuments(root: string, target: string): void {
  for (const folder of FOLDERS) cpSync(join(root, folder), join(target, folder), { recursive: true })
  const decisions = DOCUMENTS.flatMap((document) => linksOf(root, document)).filter((path) => DECISION.test(path))
  const copied = new Set([...DOCUMENTS, ...decisions])
  for (const document of copied) {
    const leads = (path: string) => copied.has(path) || existsSync(join(target, path))
    const text = read(root, document).replaceAll(LINK, (link, label: string, path: string) =>
      leads(pathFrom(document, path)) ? link : label,
    )
    mkdirSync(dirname(join(target, document)), { recursive: true })
    writeFileSync(join(target, document), text)
  }
}

const read = (root: string, document: string): string => readFileSync(join(root, document), 'utf8')

const pathFrom = (document: string, link: string): string => normalize(join(dirname(document), link)).replaceAll('\\', '/')

const linksOf = (root: string, document: string): string[] =>
  [...read(root, document).matchAll(LINK)].map(([, , link = '']) => pathFrom(document, link))
