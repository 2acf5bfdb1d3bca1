// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { formatOpening } from '../../../src/widget/ui/header/format-opening.ts';
import { type RenderPanelOptions, renderPanel, type } from '../support/render-panel.ts';

const stored = { id: 'd1000000-0000-4000-8000-000000000001', token: 'secret' };

async function leaveLead(options: RenderPanelOptions = {}, queued = false) {
  const rendered = renderPanel({ leadForm: 'required', ...options });
  const { afterLead, gateway, view } = rendered;
  afterLead.value = 'thanks';
  gateway.outcome = queued
    ? { status: 'queued', kept: 'storage' }
    : { status: 'accepted', lead: stored, session: null };
  type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
  view.getByRole('button', { name: 'Send' }).click();
  await view.findByRole('heading', { name: 'Thank you!' });
  return rendered;
}

describe('a lead without a chat', () => {
  it('has a form that does not announce a chat', async () => {
    const { afterLead, view } = renderPanel({ leadForm: 'optional' });
    await view.findByRole('button', { name: 'Start chat' });
    afterLead.value = 'thanks';
    expect(await view.findByRole('button', { name: 'Send' })).toBeTruthy();
    expect(view.queryByRole('button', { name: 'Skip' })).toBeNull();
    expect(view.getByText("Leave your number and we'll get back to you.")).toBeTruthy();
  });

  it('is followed by thanks that say when someone will be in touch', async () => {
    const { backAt, view } = await leaveLead();
    expect(await view.findByText("We'll be in touch shortly.")).toBeTruthy();
    const at = Date.now() + 3 * 86_400_000;
    backAt.value = at;
    const when = formatOpening(at, 'en');
    expect(await view.findByText(`We'll be in touch when we're back: ${when}.`)).toBeTruthy();
    expect(view.getByText(`Back ${when}`)).toBeTruthy();
    expect(view.queryByRole('textbox')).toBeNull();
  });

  it('shows that it is queued in the browser, and when it is accepted', async () => {
    const { gateway, settle, view } = await leaveLead({}, true);
    expect(await view.findByText("Saved. We'll send it as soon as the connection is back.")).toBeTruthy();
    gateway.settle({ status: 'accepted', lead: stored, session: null });
    await settle();
    expect(await view.findByText("We'll be in touch shortly.")).toBeTruthy();
  });

  it('returns to the form if it is refused, so that it can be corrected', async () => {
    const { gateway, settle, view } = await leaveLead({}, true);
    const issues = [{ path: 'fields.phone', message: 'no' }];
    gateway.settle({ status: 'refused', code: 'bad-request', message: 'No', issues });
    await settle();
    expect(await view.findByText("We couldn't send this. Please check your details.")).toBeTruthy();
    expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy();
  });

  it('can be followed by another lead, or by a chat during the opening hours', async () => {
    const { afterLead, view } = await leaveLead();
    afterLead.value = 'chat';
    expect(await view.findByRole('button', { name: 'Start chat' })).toBeTruthy();
    afterLead.value = 'thanks';
    (await view.findByRole('button', { name: 'Leave another number' })).click();
    expect(await view.findByRole('textbox', { name: 'Phone' })).toBeTruthy();
  });

  it('offers the call-back, and does not send those away until the site is back who can be called now', async () => {
    const { backAt, view } = await leaveLead({ call: {} });
    backAt.value = Date.now() + 3 * 86_400_000;
    expect(await view.findByText(/^Back /)).toBeTruthy();
    expect(await view.findByRole('button', { name: 'Call me now' })).toBeTruthy();
    expect(await view.findByText("We'll be in touch shortly.")).toBeTruthy();
    expect(view.queryByText(/We'll be in touch when we're back/)).toBeNull();
  });
});

describe('the next opening', () => {
  it('shows its weekday, except today', () => {
    const now = new Date('2026-11-23T08:00').getTime();
    expect(formatOpening(new Date('2026-11-23T09:00').getTime(), 'en', now)).toBe('9:00 AM');
    expect(formatOpening(new Date('2026-11-24T09:00').getTime(), 'en-GB', now)).toBe('Tuesday 09:00');
    expect(formatOpening(new Date('2026-11-24T09:00').getTime(), 'de', now)).toBe('Dienstag, 09:00');
  });
});
