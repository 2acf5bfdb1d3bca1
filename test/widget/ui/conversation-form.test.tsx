// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LeadOutcome } from '../../../src/core/leads/lead-gateway.ts';
import { renderChat, type } from '../support/render-panel.ts';

const isBefore = (first: Element, second: Element) =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

describe('the form in the conversation', () => {
  const start = () => renderChat({ leadForm: 'later' });

  it('stays below the message that it followed, and opens no second day', async () => {
    const { agentSays, chat, settle, view } = await start();
    await agentSays('Hello');
    chat.showForm();
    const phone = await view.findByLabelText('Phone');
    await agentSays('Take your time');
    expect(isBefore(view.getByText('Hello'), phone)).toBe(true);
    expect(isBefore(phone, view.getByText('Take your time'))).toBe(true);
    expect(view.getAllByText('Today')).toHaveLength(1);
    chat.dismissForm();
    await settle();
    expect(view.queryByLabelText('Phone')).toBeNull();
    expect(view.getAllByText('Today')).toHaveLength(1);
  });

  it('moves the focus only for a visitor who asks for it', async () => {
    const { agentSays, chat, field, model, root, view } = await start();
    await agentSays('Hello');
    field.focus();
    chat.showForm();
    const phone = await view.findByLabelText('Phone');
    expect(root.activeElement).toBe(field);
    model.showForm();
    await expect.poll(() => root.activeElement).toBe(phone);
    view.getByRole('button', { name: 'Not now' }).click();
    await expect.poll(() => root.activeElement).toBe(field);
  });

  // Cause: a counter of requests stayed above zero, so a form that came later passed for one that was asked for.
  it('leaves the focus where it is when it is offered after the visitor has asked for it and put it away', async () => {
    const { agentSays, chat, field, model, root, view } = await start();
    await agentSays('Hello');
    model.showForm();
    const phone = await view.findByLabelText('Phone');
    await expect.poll(() => root.activeElement).toBe(phone);
    view.getByRole('button', { name: 'Not now' }).click();
    await expect.poll(() => root.activeElement).toBe(field);
    chat.showForm();
    await view.findByLabelText('Phone');
    expect(root.activeElement).toBe(field);
  });

  // Cause: the answer of the proxy moved the focus to the phone, wherever the visitor was by then, and took the rest of their words.
  it.each(['in the text box', 'in the page', 'nowhere else'])(
    'leads to what the proxy has refused, unless the visitor goes on %s',
    async (where) => {
      const { chat, field, gateway, model, root, view } = await start();
      const answer = Promise.withResolvers<LeadOutcome>();
      gateway.submit = () => answer.promise;
      const ofPage = document.body.appendChild(document.createElement('input'));
      onTestFinished(() => ofPage.remove());
      model.showForm();
      const phone = await view.findByLabelText('Phone');
      type(phone, '+1 421 555 2671');
      view.getByLabelText(/^Email/).focus();
      view.getByRole('button', { name: 'Submit my details' }).click();
      const elsewhere = { 'in the text box': field, 'in the page': ofPage }[where];
      elsewhere?.focus();
      const issues = [{ path: 'fields.phone', message: 'is not in use', code: 'not-in-use' }];
      answer.resolve({ status: 'refused', code: 'bad-request', message: '', issues });
      await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => chat.leadForm?.status.value).toBe('refused');
      const focused = root.activeElement ?? document.activeElement;
      expect(focused).toBe(elsewhere ?? phone);
    },
  );

  // Cause: who goes on was known by the focus alone, which stays where it was for whoever types there, and is in no form in its captcha.
  it.each(['in the text box', 'in the page', 'in the captcha', 'in the form', 'nowhere'])(
    'leads to what the proxy has refused, unless the visitor types elsewhere, where the focus has been (%s)',
    async (where) => {
      const { field, gateway, model, root, view } = await start();
      const answer = Promise.withResolvers<LeadOutcome>();
      gateway.submit = () => answer.promise;
      const ofPage = document.body.appendChild(document.createElement('input'));
      const captcha = root.host.appendChild(document.createElement('input'));
      onTestFinished(() => ofPage.remove());
      model.showForm();
      const phone = await view.findByLabelText('Phone');
      type(phone, '+1 421 555 2671');
      const before = where === 'in the page' ? ofPage : field;
      before.focus();
      view.getByRole('button', { name: 'Submit my details' }).click();
      if (where === 'in the captcha') captcha.focus();
      else if (where !== 'nowhere') {
        const typedIn = where === 'in the form' ? view.getByLabelText(/^Email/) : before;
        typedIn.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      }
      const issues = [{ path: 'fields.phone', message: 'is not in use', code: 'not-in-use' }];
      answer.resolve({ status: 'refused', code: 'bad-request', message: '', issues });
      await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true');
      const stays = where === 'in the text box' || where === 'in the page';
      await expect.poll(() => root.activeElement ?? document.activeElement).toBe(stays ? before : phone);
    },
  );

  it('reports that the visitor has begun to fill it in', async () => {
    const { chat, model, view } = await start();
    chat.showForm();
    type(await view.findByLabelText(/^First name/), 'Ada');
    expect(model.startForm).toHaveBeenCalled();
  });

  it('becomes thanks, and is not offered by the menu again', async () => {
    const { chat, openMenu, settle, view } = await start();
    await openMenu();
    view.getByRole('button', { name: 'Leave my number' }).click();
    type(await view.findByLabelText('Phone'), '+1 415 555 2671');
    view.getByRole('button', { name: 'Submit my details' }).click();
    await expect.poll(() => view.queryByText('Thank you!')).not.toBeNull();
    await settle();
    expect(chat.state.phase.value).toBe('chatting');
    await openMenu();
    expect(view.queryByRole('button', { name: 'Leave my number' })).toBeNull();
  });

  it('can be shown again after a lead that waited was refused', async () => {
    const { gateway, chat, settle, view } = await start();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    chat.showForm();
    type(await view.findByLabelText('Phone'), '+1 415 555 2671');
    view.getByRole('button', { name: 'Submit my details' }).click();
    await expect.poll(() => view.queryByText(/^Saved/)).not.toBeNull();
    gateway.settle({ status: 'refused', code: 'bad-request', message: 'no', issues: [] });
    await settle();
    view.getByRole('button', { name: 'Try again' }).click();
    await view.findByLabelText('Phone');
    expect(view.queryByText(/couldn't accept your details/)).toBeNull();
  });
});
