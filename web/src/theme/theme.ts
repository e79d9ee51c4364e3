/** Design tokens: colours, typography and spacing for the light and the dark scheme (docs: brand). */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const forest: MantineColorsTuple = [
  '#e9f5f1',
  '#cde7df',
  '#a3d3c5',
  '#73bba7',
  '#4aa28b',
  '#2a8770',
  '#15705b',
  '#0b5d4b',
  '#084a3c',
  '#05362c',
]
const gold: MantineColorsTuple = [
  '#fbf4e6',
  '#f5e6c6',
  '#ebd09a',
  '#e0b96b',
  '#d6a549',
  '#c8922a',
  '#a87620',
  '#805815',
  '#634512',
  '#432f0c',
]
const gray: MantineColorsTuple = [
  '#faf8f5',
  '#f3f0eb',
  '#e8e4dd',
  '#dad5cc',
  '#bfb9ae',
  '#8d877d',
  '#6b665e',
  '#524e48',
  '#3a3732',
  '#22201d',
]
const dark: MantineColorsTuple = [
  '#edeae4',
  '#d5d1ca',
  '#b3aea6',
  '#8f8a82',
  '#4a4741',
  '#383530',
  '#2b2925',
  '#1f1e1b',
  '#161513',
  '#100f0e',
]
const red: MantineColorsTuple = [
  '#fcefed',
  '#f8d9d4',
  '#efb3aa',
  '#e88f83',
  '#df6b5c',
  '#d24b3a',
  '#bb3727',
  '#a12a1c',
  '#812015',
  '#5e160e',
]
const amber: MantineColorsTuple = [
  '#fff4e0',
  '#ffe4b8',
  '#fbcd85',
  '#f4b457',
  '#e59a33',
  '#c97e17',
  '#a9650d',
  '#8a4f06',
  '#6b3c03',
  '#4d2a01',
]

/** Colours of Mantine that no screen uses: the build leaves them out (web/build/theme-css.ts, slim-mantine.ts). */
export const UNUSED_COLORS = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'teal', 'lime', 'orange']
/**
 * Used through CSS variables only: left out of the first script. Blue is the primary colour of Mantine's own theme, which it reads on load.
 */
export const VARIABLES_ONLY = ['yellow']

/** Steps of a 1.2 scale around 1 rem; `sm` is the half step, for tables and captions. */
const SCALE = { xs: '0.8333rem', sm: '0.9129rem', md: '1rem', lg: '1.2rem', xl: '1.44rem' }
const FONT = "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', sans-serif"

/** Longest animation on a screen; without animation when the system asks for reduced motion. */
export const MOTION_MS = 150

export const theme = createTheme({
  colors: { forest, gold, gray, dark, red, amber },
  primaryColor: 'forest',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#22201d',
  fontFamily: FONT,
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  fontSizes: SCALE,
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.728rem', lineHeight: '1.2' },
      h2: { fontSize: '1.2rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', comboboxProps: { transitionProps: { duration: 100 } } } },
    // Fixed: an absolute list would widen the page of a phone, which widens the dialog under it, which widens the list.
    Popover: { defaultProps: { floatingStrategy: 'fixed' } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { floatingStrategy: 'fixed', transitionProps: { duration: 100 } } },
    Drawer: { defaultProps: { transitionProps: { duration: MOTION_MS } } },
    Skeleton: { defaultProps: { animate: false } },
  },
})

/** Overrides of Mantine's variables for AA contrast on these greys, and the product's own tokens. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--tunjo-gold': gold[5] },
  light: {
    '--mantine-color-text': gray[9],
    '--mantine-color-error': red[7],
    '--mantine-color-success': forest[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-default-border': gray[5],
    '--mantine-color-disabled-color': gray[6],
    '--tunjo-page': gray[0],
    '--tunjo-surface': '#ffffff',
    '--tunjo-raised': gray[1],
    '--tunjo-line': gray[2],
    '--tunjo-focus': forest[7],
    '--tunjo-positive': forest[7],
    '--tunjo-negative': gray[9],
    ...badge('done', forest[0], forest[8]),
    ...badge('waiting', amber[0], amber[8]),
    ...badge('failed', red[0], red[8]),
    ...badge('neutral', gray[1], gray[7]),
  },
  dark: {
    '--mantine-color-error': red[3],
    '--mantine-color-success': forest[3],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': forest[3],
    '--mantine-color-default-border': dark[3],
    '--mantine-color-disabled-color': dark[2],
    '--mantine-color-forest-light': '#12372e',
    '--mantine-color-forest-light-hover': '#174539',
    '--mantine-color-forest-light-color': forest[1],
    '--tunjo-page': dark[8],
    '--tunjo-surface': dark[7],
    '--tunjo-raised': dark[6],
    '--tunjo-line': dark[5],
    '--tunjo-focus': forest[3],
    '--tunjo-positive': forest[3],
    '--tunjo-negative': dark[0],
    ...badge('done', '#12372e', forest[1]),
    ...badge('waiting', '#3f2c0d', amber[1]),
    ...badge('failed', '#43201b', red[1]),
    ...badge('neutral', dark[5], dark[0]),
  },
})

function badge(name: string, background: string, text: string): Record<string, string> {
  return { [`--tunjo-${name}-background`]: background, [`--tunjo-${name}-text`]: text }
}
