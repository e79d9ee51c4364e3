/** Entry point of the page: phrases, theme, data cache, router. */
import './theme/mantine.css'
import 'virtual:theme.css'
import './theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/query-client.ts'
import { startPhrases } from './i18n/index.ts'
import { rememberedLanguage } from './i18n/language.ts'
import { router } from './router.tsx'
import { colorSchemeManager } from './theme/color-scheme.ts'
import { theme } from './theme/theme.ts'
import { supportPageTranslation } from './translated-texts.ts'
import { ToastHost } from './ui/toast-host.tsx'

async function start(root: HTMLElement): Promise<void> {
  supportPageTranslation()
  await startPhrases(rememberedLanguage())
  createRoot(root).render(
    <StrictMode>
      {/* Variables and helper classes come from stylesheets: the content security policy refuses run-time <style> elements. */}
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <ToastHost />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
