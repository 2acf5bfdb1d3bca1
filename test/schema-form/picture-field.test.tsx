// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { PictureField } from '../../src/schema-form/PictureField.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function choose(input: HTMLElement, file: File): void {
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

it('makes a data URI of a chosen file, and says its size', async () => {
  const onChange = vi.fn();
  const props = { label: 'launcherIcon', schema: {}, problems: [], onChange };
  const { getByLabelText, rerender, findByText, queryByText } = render(<PictureField {...props} value={undefined} />);
  expect(queryByText(/of what every page loads/)).toBeNull();
  choose(getByLabelText('Choose a picture'), new File(['<svg/>'], 'chat.svg', { type: 'image/svg+xml' }));
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('data:image/svg+xml;base64,PHN2Zy8+'));
  rerender(<PictureField {...props} value={`data:image/png;base64,${'A'.repeat(3000)}`} />);
  expect(await findByText(/This picture is 3\.0 kB/)).toBeTruthy();
});

it('takes an address, and none', () => {
  const onChange = vi.fn();
  const { getByLabelText } = render(
    <PictureField label="launcherIcon" schema={{}} problems={[]} value="https://a.example/a.png" onChange={onChange} />,
  );
  const field = getByLabelText('launcherIcon');
  Reflect.set(field, 'value', '');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(onChange).toHaveBeenCalledWith(undefined);
});

it('says that a file could not be read', async () => {
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
    Object.defineProperty(this, 'error', { value: new DOMException('The file is gone.') });
    this.dispatchEvent(new ProgressEvent('error'));
  });
  const { getByLabelText, findByRole } = render(
    <PictureField label="launcherIcon" schema={{}} problems={[]} value={undefined} onChange={vi.fn()} />,
  );
  choose(getByLabelText('Choose a picture'), new File([], 'gone.png', { type: 'image/png' }));
  expect((await findByRole('alert')).textContent).toBe('gone.png could not be read: The file is gone.');
});
