/** Words of the captcha, in English. */
export const captchaTexts = {
  requiredCaptcha: "Please complete this check. If it doesn't work, send again without it.",
};
