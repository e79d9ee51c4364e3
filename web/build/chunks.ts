/**
 * Chunk groups of the bundle. The bundler's default split by usage is exact but too fine: ninety requests for home, and small
 * files compress badly. A group includes the imports of its modules, unless a group above it has them; a module without a group is split
 * by default. `budgets.ts` measures the cost of a page: a group must not contain what many of its pages do not need.
 */

const inFolder = (folder: string, names: readonly string[]): string => `${folder}/(${names.join('|')})`
const modules = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'))
const component = (...names: readonly string[]): string => `${inFolder('/@mantine/core/esm/components', names)}/`

export const CHUNKS = [
  { name: 'first', tags: ['$initial' as const] },
  // Everything that the landing shares with other pages: in a group below, it would add that whole group to the landing.
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
  // Needed by nearly every page but the landing: server calls, validation of answers, and buttons.
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
  // Shared by checkboxes, switches, radio buttons and selects.
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
