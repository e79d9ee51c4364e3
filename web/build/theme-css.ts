/**
 * Serve the theme's CSS variables as a stylesheet generated at build time. Mantine would otherwise write them into a `<style>` element at
 * run time, which a content security policy without 'unsafe-inline' refuses.
 */
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariables, theme, UNUSED_COLORS } from '../src/theme/theme.ts'

const PUBLIC_ID = 'virtual:theme.css'
const INTERNAL_ID = `\0${PUBLIC_ID}`

export function themeCss(): Plugin {
  return {
    name: 'tunjo-theme-css',
    resolveId: (id) => (id === PUBLIC_ID ? INTERNAL_ID : undefined),
    load: (id) => (id === INTERNAL_ID ? css() : undefined),
  }
}

function css(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const base = defaultCssVariablesResolver(merged)
  const own = cssVariables(merged)
  return convertCssVariables({
    variables: inUse({ ...base.variables, ...own.variables }),
    light: inUse({ ...base.light, ...own.light }),
    dark: inUse({ ...base.dark, ...own.dark }),
  })
}

const UNUSED = new RegExp(`^--mantine-color-(${UNUSED_COLORS.join('|')})-`)
const inUse = (variables: Record<string, string>) => Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED.test(name)))
