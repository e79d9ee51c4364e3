/**
 * Tab for the bank's page. Browsers allow new tabs only during the click, so it opens empty and is sent to the bank when
 * the link is known. When even that is blocked, the movement's own link remains.
 */
export interface BankTab {
  goTo: (url: string) => void
  close: () => void
}

export function openBankTab(): BankTab {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return {
    goTo: (url) => {
      if (tab && isWeb(url)) tab.location.replace(url)
    },
    close: () => tab?.close(),
  }
}

const isWeb = (url: string): boolean => /^https?:\/\//.test(url)
