/**
 * Which modules travel together. The bundler's own cut, by who uses what, is exact but fine as dust: ninety requests for home, and small
 * files compress badly. A group brings what its modules import, unless a group above it has that already; a module in no group is cut
 * as before. What a page then costs is in `budgets.ts`: a group must not hold what many of its pages do not need.
 */

const inFolder = (folder: string, names: readonly string[]): string => `${folder}/(${names.join('|')})`
const modules = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'))
const component = (...names: readonly string[]): string => `${inFolder('/@mantine/core/esm/components', names)}/`

export const CHUNKS = [
  { name: 'first', tags: ['$initial' as const] },
  // All that the landing shares with other pages: in a group below, it would bring that whole group to the landing.
  {
    name: 'every-page',
    test: modules(
      '/createReactComponent',
      '/defaultAttributes',
      'color-scheme.mjs',
      '/use-media-query/',
      '/react-query/.+/use(Query|Mutation)',
    ),
  },
  // What nearly every page but the landing needs: to ask the server, to check what it answers, and to press a button.
  {
    name: 'common',
    test: modules(
      '/zod/v4/',
      inFolder('/contract/src', ['endpoint.ts', 'client.ts', 'identity.ts', 'plain-text.ts']),
      '/src/api/(activity|transport)',
      '/src/ui/lazy-component',
      component('Button', 'CloseButton', 'Title'),
    ),
  },
  {
    name: 'page',
    test: modules(
      inFolder('/src', ['session.ts', 'parts/destination', 'parts/saved-location', 'ui/error-state', 'ui/skeletons', 'ui/page-header']),
      component('ActionIcon', 'Anchor', 'Stack', 'Text'),
      // Small, and used by the components of more than one group below.
      inFolder('/@mantine/(hooks/esm|core/esm/core/.+)', [
        'use-(callback|merged)-ref',
        'use-mounted',
        'use-previous',
        'use-shallow-effect',
        'use-timeout',
        'use-uncontrolled',
        'use-window-event',
        'create-safe-context',
        'create-event-handler',
        'get-auto-contrast-value',
        'get-env',
        'use-resolved-styles-api',
        'get-ref-prop',
        'get-style-object',
        'get-default-z-index',
        'is-element',
        'close-on-escape',
        'get-single-element-child',
      ]),
    ),
  },
  { name: 'fields', test: modules(component('Alert', 'TextInput')) },
  {
    name: 'figures',
    test: modules(
      inFolder('/src/ui', ['amount.tsx', 'card', 'data-table', 'date-time', 'empty-state', 'hash', 'status-badge', 'token-icon']),
    ),
  },
  {
    name: 'private',
    test: modules(
      inFolder('/src/parts', [
        'frames/account-menu',
        'frames/side-menu',
        'limits-card',
        'movements/fiat-movements',
        'movements/money-in-flight',
        'portfolio/',
      ]),
      '/src/ui/age',
      component('SegmentedControl', 'Tabs'),
    ),
  },
  // What ticks, switches, radio buttons and lists to choose from have in common.
  { name: 'choice', test: modules('/InlineInput', '/CheckIcon', '/InputsGroupFieldset') },
  {
    name: 'overlays',
    test: modules(
      component('FocusTrap', 'Overlay', 'Paper', 'ScrollArea'),
      '/use-focus-return/',
      '/src/ui/scroll-lock',
      '/ComboboxChevron/',
      '/get-parsed-combobox-data/',
    ),
  },
  { name: 'dialog', test: modules('/src/ui/modal.tsx') },
  { name: 'select', test: modules(component('Select')) },
]
