import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const picture = (host: string) => `https://${host}/${host.split('.')[0]}.svg`;
const test = testOn({
  script: {
    greeting: { known: 'Hi', unknown: 'Hi there' },
    name: 'Nora',
    answers: [
      {
        when: ['pictures'],
        say: `![A map](${picture('maps.example')}) ![A spy](${picture('spy.example')}) ![Broken](${picture('broken.example')}) end`,
      },
    ],
    otherwise: ['Noted.'],
  },
});

test('a message makes the browser request nothing from hosts that the page does not name', async ({
  page,
  site,
  faults,
}) => {
  const requests: { url: string; referrer: string | undefined }[] = [];
  await page.context().route(/https:\/\/[a-z]+\.example\//, (route) => {
    const url = route.request().url();
    requests.push({ url, referrer: route.request().headers().referer });
    // As wide as it likes, and higher than is shown.
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="1600"><rect width="400" height="1600"/></svg>';
    return url.includes('broken') ? route.abort() : route.fulfill({ contentType: 'image/svg+xml', body });
  });
  const imageHosts = '["maps.example","broken.example"]';
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off', imageHosts }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('pictures');
  await expect(visitor.log).toContainText('end');
  const image = visitor.log.getByRole('img', { name: 'A map' });
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
    .toBe(400);
  await expect(visitor.log.getByRole('link')).toHaveText(['', 'A spy', 'Broken']);
  const [box, text] = [await image.boundingBox(), await visitor.log.locator('.agent .text').last().boundingBox()];
  expect(box).toMatchObject({ width: expect.closeTo(80, 1), height: expect.closeTo(320, 1) });
  expect(box?.width).toBeLessThanOrEqual(text?.width ?? 0);
  expect(requests).toEqual([
    { url: picture('maps.example'), referrer: undefined },
    { url: picture('broken.example'), referrer: undefined },
  ]);
  // The end of the message stays in sight although the picture came later.
  await expect(visitor.log.getByText('end')).toBeInViewport();
  const opened = page.waitForEvent('popup');
  await visitor.log.getByRole('link', { name: 'A map' }).click();
  expect((await opened).url()).toBe(picture('maps.example'));
  // The picture that was stopped.
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});
