/**
 * Area codes of the United States and Canada by time zone; a code in two zones is listed where more people live.
 * Eastern codes are left out: an unlisted code gets the main zone of its country, which is theirs.
 */
const codesByZone: Record<string, string> = {
  'America/Chicago': `205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309 312 314 316 318 319 320 325 327 331
    334 337 346 353 361 364 402 405 409 414 417 430 432 447 457 464 469 471 479 501 504 507 512 515 531 534 539 557
    563 572 573 580 601 605 608 612 615 618 620 621 629 630 636 641 651 659 660 662 682 701 708 712 713 715 726 730
    731 737 763 769 773 779 785 806 815 816 817 830 832 847 850 861 870 872 901 903 913 918 920 924 931 936 938 940
    945 952 956 972 975 979 985`,
  'America/Denver': '208 303 307 385 406 435 505 575 719 720 748 801 915 970 983 986',
  'America/Phoenix': '480 520 602 623 928',
  'America/Los_Angeles': `206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510 530 541 559 562 564 619 626
    628 650 657 661 669 702 707 714 725 747 760 775 805 818 820 831 837 840 858 909 916 925 949 951 971`,
  'America/Anchorage': '907',
  'Pacific/Honolulu': '808',
  'America/Vancouver': '236 250 257 604 672 778',
  'America/Edmonton': '368 403 587 780 825',
  'America/Regina': '306 474 639',
  'America/Winnipeg': '204 431 584',
  'America/Halifax': '782 902',
  'America/Moncton': '428 506',
  'America/St_Johns': '709 879',
  'America/Whitehorse': '867',
};

export const zoneOfAreaCode: ReadonlyMap<string, string> = new Map(
  Object.entries(codesByZone).flatMap(([zone, codes]) => codes.split(/\s+/).map((code) => [code, zone] as const)),
);
