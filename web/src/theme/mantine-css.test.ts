/** A component with a missing stylesheet looks broken without any error, so this test fails instead. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { UNUSED_COLORS, VARIABLES_ONLY } from './theme.ts'

const src = path.resolve(import.meta.dirname, '..')
const stylesFolder = path.resolve(path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')

it('imports the stylesheet of every Mantine component in use', () => {
  const listed = readFileSync(path.join(src, 'theme/mantine.css'), 'utf8')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(0)
  const used = new Set(files.flatMap((file) => componentsOf(readFileSync(path.join(src, file), 'utf8'))))
  const missing = [...used].filter(
    (name) => existsSync(path.join(stylesFolder, `${name}.css`)) && !listed.includes(`@mantine/core/styles/${name}.css`),
  )
  expect(missing).toEqual([])
})

it('leaves no colour out that is used', () => {
  const named = new RegExp(
    `['"](${[...UNUSED_COLORS, ...VARIABLES_ONLY].join('|')})(\\.\\d)?['"]|--mantine-color-(${UNUSED_COLORS.join('|')})-`,
  )
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(tsx?|css)$/.test(file))
  const users = files.filter((file) => file !== path.join('theme', 'theme.ts') && named.test(readFileSync(path.join(src, file), 'utf8')))
  expect(users).toEqual([])
})

function componentsOf(source: string): string[] {
  const imports = [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
  return imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
}
