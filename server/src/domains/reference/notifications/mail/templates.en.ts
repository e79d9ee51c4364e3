/** English texts of mails, beside templates.es.ts. */
import { BRAND } from '../../../../platform/mail/brand.ts'
import type { MailTexts } from './templates.es.ts'

const NEVER = 'We will never ask for your password by mail.'

export const ENGLISH_MAIL_TEXTS: MailTexts = {
  'identity.activate': ({ url, hours, when, ip }) => ({
    subject: `Activate your ${BRAND} account`,
    heading: 'Activate your account',
    paragraphs: [
      `We received a request to create a ${BRAND} account with this e-mail address, on ${when}, from the address ${ip}.`,
      `To activate it, open the following link and enter the password that you chose when you signed up. It works once and expires in ${hours} hours.`,
    ],
    action: { label: 'Activate my account', url },
    note: `If it was not you, or that time is not yours, do not open the link: without it the account is not activated and you do not have to do anything else. ${NEVER}`,
  }),
  'identity.already_registered': ({ signInUrl }) => ({
    subject: `You already have a ${BRAND} account`,
    heading: 'You already have an account',
    paragraphs: [
      `A request to create a ${BRAND} account used this e-mail address, but you already have one. We changed nothing in it.`,
      'If it was you, sign in with your usual password.',
    ],
    action: { label: 'Sign in', url: signInUrl },
    note: `If it was not you, you can ignore this message. ${NEVER}`,
  }),
  'identity.account_closed': ({ signUpUrl }) => ({
    subject: `Your ${BRAND} account is closed`,
    heading: 'Your account is closed',
    paragraphs: [
      `We received a request to choose a new password at ${BRAND} with this e-mail address. The account with this address was closed and does not open again, so there is no password to change.`,
      'If you want to return, sign up again with this same address and verify your identity again.',
    ],
    action: { label: 'Sign up again', url: signUpUrl },
    note: `If it was not you, you can ignore this message. ${NEVER}`,
  }),
  'identity.reset_password': ({ url, minutes }) => ({
    subject: `Reset your ${BRAND} password`,
    heading: 'Reset your password',
    paragraphs: [
      `We received a request to choose a new password for your ${BRAND} account.`,
      `Open the following link to do it. It works once and expires in ${minutes} minutes.`,
      'The change ends all your sessions and, for security, pauses withdrawals for 24 hours.',
    ],
    action: { label: 'Choose a new password', url },
    note: 'If it was not you, ignore this message: your password stays the same. We will never ask for it by mail.',
  }),
  'identity.lost_factor': ({ url, minutes, hours }) => ({
    subject: `Did you lose your second factor of ${BRAND}?`,
    heading: 'Did you lose your second factor?',
    paragraphs: [
      `A person entered the password of your ${BRAND} account and said that the second factor and the recovery codes are lost.`,
      `If it was you, open the following link and confirm the request. It works once and expires in ${minutes} minutes.`,
      `Then you wait ${hours} hours. At the end we remove the second factors, end all sessions and ask you for a new password.`,
    ],
    action: { label: 'Ask to remove my second factor', url },
    note: 'If it was not you, do not open the link: another person knows your password. Sign in with your second factor and change it as soon as possible.',
  }),
  'identity.appeal': ({ url }) => ({
    subject: `Write to us about your ${BRAND} account`,
    heading: 'Write to us about your account',
    paragraphs: [
      `You asked for a link to write to us about your ${BRAND} account, into which you cannot sign in now.`,
      'Open it and write what helps us to review it. A person of the team reads what you write and the answer comes to this e-mail address.',
    ],
    action: { label: 'Write about my account', url },
    note: `The link is for you alone and works while you cannot sign in. If you did not ask for it, ignore this message. ${NEVER}`,
  }),
  'identity.confirm_email_old': ({ newEmail, url, hours }) => ({
    subject: `Authorize the e-mail change of your ${BRAND} account`,
    heading: 'Authorize the e-mail change',
    paragraphs: [
      `You asked that your ${BRAND} account use the address ${newEmail} instead of this one.`,
      `If you agree, open the following link. It works once and expires in ${hours} hours. You also have to open the link that we sent to the new address.`,
    ],
    action: { label: 'Authorize the change', url },
    note: 'If it was not you, do not open the link: without it your address does not change. Another person knows your password: change it as soon as possible.',
  }),
  'identity.confirm_email_new': ({ url, hours }) => ({
    subject: `Confirm your new e-mail address at ${BRAND}`,
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      `A request was made to use this e-mail address for a ${BRAND} account.`,
      `If it was you, open the following link. It works once and expires in ${hours} hours. You also have to open the link that we sent to your former address.`,
    ],
    action: { label: 'Confirm my address', url },
    note: 'If it was not you, you can ignore this message: without the link nothing changes.',
  }),
  'identity.unfamiliar_sign_in': ({ when, place, ip, device, heldUntil, confirmUrl, confirmMinutes, denyUrl, denyHours }) => ({
    subject: `Was it you? New sign-in to your ${BRAND} account`,
    heading: 'Was it you who signed in?',
    paragraphs: [
      'There was a sign-in to your account from a device or a place that we did not know.',
      `Date: ${when}\nPlace: ${place}\nIP: ${ip}\nDevice: ${device}`,
      ...(heldUntil === null ? [] : [`For security, withdrawals are paused until ${heldUntil}.`]),
      `If it was you, confirm it within the next ${confirmMinutes} minutes and we will not ask again for this device or this place.`,
      `If it was not you, tell us within the next ${denyHours} hours: we will end that session, block the device, pause withdrawals for 24 hours and send you a link to change your password.`,
    ],
    action: { label: 'It was not me', url: denyUrl },
    otherAction: { label: 'Yes, it was me', url: confirmUrl },
    note: `Each link works once. ${NEVER}`,
  }),
  'staff.invitation': ({ name, roles, invitedBy, url, hours }) => ({
    subject: `You are invited to the ${BRAND} team`,
    heading: `Hello, ${name}`,
    paragraphs: [
      `${invitedBy} invites you to be part of the ${BRAND} team as ${roles}.`,
      `To accept, open the following link and choose your password. It works once and expires in ${hours} hours.`,
      'After you sign in we will ask you to activate a second factor: without it you see nothing of the administration panel.',
    ],
    action: { label: 'Accept the invitation', url },
    note: `If you did not expect this invitation, do not open the link: without it no account is created. Do not forward this message: a person who has it can accept in your place. ${NEVER}`,
  }),
  'staff.invitation_for_known_address': ({ signInUrl }) => ({
    subject: `You were invited to the ${BRAND} team`,
    heading: 'You were invited to the team',
    paragraphs: [
      `A person of the ${BRAND} team invited you with this e-mail address, but you already have an account with it. We changed nothing in it, and the person who invited you is not informed.`,
      'The account of a team member is separate and cannot be that of a customer. Ask to be invited with another address, for example the one of your work.',
    ],
    action: { label: 'Sign in', url: signInUrl },
    note: `If you did not expect this invitation, you can ignore this message. ${NEVER}`,
  }),
  'identity.step_up_code': ({ code, title, details, minutes }) => ({
    subject: `Your code to confirm at ${BRAND}`,
    heading: 'Confirm that it is you',
    paragraphs: [
      'With this code you approve the following:',
      [title, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n'),
      `Code: ${code}`,
      `It works once, only for this, and expires in ${minutes} minutes.`,
    ],
    note: 'If you did not ask for this code, do not give it to anyone and change your password. We will never ask for it by phone or chat.',
  }),
  'notifications.contact_received': ({ ticket, url }) => ({
    subject: `We received your request ${ticket}`,
    heading: 'We received your request',
    paragraphs: [
      `Your request to ${BRAND} has the number ${ticket}. A person of the team answers you, to this e-mail address, within 15 business days.`,
      'The following link shows its progress. You do not need an account to open it.',
    ],
    action: { label: 'See my request', url },
    note: `If you did not write to us, another person entered the wrong address: you can ignore this message. ${NEVER}`,
  }),
  'notifications.contact': ({ ticket, sender, subject, message }) => ({
    subject: `[${ticket}] ${subject}`,
    replyTo: sender,
    heading: subject,
    paragraphs: message.split(/\n{2,}/),
    note: `Request ${ticket} of the contact form, sent by ${sender}. It was not verified that this address belongs to the writer.`,
  }),
}
