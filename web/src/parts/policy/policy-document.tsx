/** Loaded text of a policy. */
import { Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PolicyText } from '@tunjo/contract/policies'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './policy.module.css'
import { formatPolicyDate } from './policy-date.ts'
import { OtherVersionNotice, PolicyVersions } from './policy-versions.tsx'

/** Phones have no PDF viewer inside a page: they get only the link. */
const ROOM_FOR_A_FRAME = '(min-width: 48em)'

export function PolicyDocument({ policy }: { policy: PolicyText }) {
  const { t } = useTranslation('policies')
  const hasRoom = useMediaQuery(ROOM_FOR_A_FRAME, undefined, { getInitialValueInEffect: false })
  useAnchorOfAddress()
  return (
    <article className={classes.policy}>
      <header className={classes.head}>
        <Title order={1} className={classes.title}>
          {policy.title}
        </Title>
        <p className={classes.meta}>
          {t('version', { version: policy.version })} · {t('since')} <time dateTime={policy.date}>{formatPolicyDate(policy.date)}</time>
        </p>
        <OtherVersionNotice slug={policy.slug} version={policy.version} />
        <p className={classes.summary}>{policy.summary}</p>
        <div className={classes.actions}>
          <Button
            component="a"
            href={policy.paths.pdf}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconFileTypePdf size={20} stroke={1.6} aria-hidden />}
          >
            {t('open')}
          </Button>
          <Button
            component="a"
            href={policy.paths.pdf}
            download={`tunjo-${policy.slug}-${policy.version}.pdf`}
            variant="subtle"
            leftSection={<IconDownload size={20} stroke={1.6} aria-hidden />}
          >
            {t('download')}
          </Button>
        </div>
      </header>
      <nav className={classes.contents} aria-label={t('contents')}>
        <h2>{t('contents')}</h2>
        <ol>
          {policy.headings.map(({ id, text, level }) => (
            <li key={id} data-level={level}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.body}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, every value escaped by the server (contract/src/policies.ts) */}
        <div className={classes.text} dangerouslySetInnerHTML={{ __html: policy.html }} />
        <p className={classes.questions}>
          {t('questions')} <Link to="/contact-us">{t('contact')}</Link>
        </p>
        <PolicyVersions slug={policy.slug} />
        {hasRoom && (
          <section className={classes.pdf} aria-labelledby="documento-pdf">
            <h2 id="documento-pdf">{t('pdf')}</h2>
            <iframe src={policy.paths.pdf} title={t('pdfFrame', { title: policy.title })} loading="lazy" />
          </section>
        )}
      </div>
    </article>
  )
}

/** Scrolls to the anchor of the address after the text has loaded. */
function useAnchorOfAddress(): void {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (id !== '') document.getElementById(id)?.scrollIntoView()
  }, [])
}
