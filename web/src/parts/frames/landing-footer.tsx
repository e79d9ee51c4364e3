/** Footer of public pages: company, support, regulatory disclaimer, ownership (SHELL-02). */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/logo.tsx'
import classes from './landing-frame.module.css'

const COMPANY = [
  { to: '/terms-and-conditions', label: 'title.terms' },
  { to: '/data-policy', label: 'footer.privacy' },
  { to: '/sarlaft-policy', label: 'title.sarlaft' },
] as const
const SUPPORT = [
  { to: '/contact-us', label: 'footer.request' },
  { to: '/verificar', label: 'title.verifyDocument' },
] as const

export function LandingFooter() {
  const { t } = useTranslation('shell')
  return (
    <footer className={classes.footer}>
      <div className={classes.footerGrid}>
        <div className={classes.brand}>
          <Logo size={30} />
          <p>{t('footer.tagline')}</p>
        </div>
        <Links title={t('footer.company')} entries={COMPANY} />
        <Links title={t('footer.support')} entries={SUPPORT} />
      </div>
      <div className={classes.legal}>
        <p>{t('footer.disclaimer')}</p>
        <p>{t('footer.copyright', { year: new Date().getFullYear() })}</p>
      </div>
    </footer>
  )
}

function Links({ title, entries }: { title: string; entries: typeof COMPANY | typeof SUPPORT }) {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={title}>
      <h2 className={classes.footerTitle}>{title}</h2>
      <ul className={classes.links}>
        {entries.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{t(label)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
